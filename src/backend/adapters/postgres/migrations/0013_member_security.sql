ALTER TABLE "members" ADD COLUMN "isBreachedPassword" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "mustUseMfa" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "members_tenantId_isBreachedPassword_idx" ON "members" USING btree ("tenantId","isBreachedPassword","id");--> statement-breakpoint
UPDATE "members" SET "isBreachedPassword" = true FROM "users" WHERE "users"."id" = "members"."userId" AND "users"."isBreachedPassword" AND "members"."activated";