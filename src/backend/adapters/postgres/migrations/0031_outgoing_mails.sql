CREATE TABLE "outgoingMails" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sealed" text COLLATE "C" NOT NULL,
	"tries" integer NOT NULL,
	"nextTryAt" bigint NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "outgoingMails_nextTryAt_idx" ON "outgoingMails" USING btree ("nextTryAt","id");