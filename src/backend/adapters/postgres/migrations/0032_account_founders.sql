ALTER TABLE "tenants" ADD COLUMN "founderId" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "tenants_founderId_idx" ON "tenants" USING btree ("founderId" NULLS FIRST,"id");