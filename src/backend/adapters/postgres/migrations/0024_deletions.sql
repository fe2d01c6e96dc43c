CREATE TABLE "deletions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"requestedById" text COLLATE "C" NOT NULL,
	"requestedByEmail" text COLLATE "C" NOT NULL,
	"dueAt" bigint NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deletions_dueAt_idx" ON "deletions" USING btree ("dueAt","id");