CREATE TABLE "pictures" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ownerId" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"data" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "lastActiveAt" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "idleSeconds" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "absoluteSeconds" integer;--> statement-breakpoint
CREATE INDEX "pictures_ownerId_idx" ON "pictures" USING btree ("ownerId","id");--> statement-breakpoint
CREATE INDEX "sessions_tenantId_idx" ON "sessions" USING btree ("tenantId","id");