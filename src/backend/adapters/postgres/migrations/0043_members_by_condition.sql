CREATE INDEX "members_tenantId_mfaEnrolled_name_idx" ON "members" USING btree ("tenantId","mfaEnrolled","nameFolded","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_factor_name_idx" ON "members" USING btree ("tenantId","factor","nameFolded","id");--> statement-breakpoint
CREATE INDEX "members_invited_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE not "activated";--> statement-breakpoint
CREATE INDEX "members_locked_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE "isLocked" and "activated" and "disabledAt" is null;--> statement-breakpoint
CREATE INDEX "members_unverified_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE not "verified" and not "isLocked" and "activated" and "disabledAt" is null;--> statement-breakpoint
CREATE INDEX "members_deactivated_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE "disabledAt" is not null;--> statement-breakpoint
CREATE INDEX "members_temporary_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE "temporaryUntil" is not null;--> statement-breakpoint
CREATE INDEX "members_breached_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE "isBreachedPassword" and "activated";--> statement-breakpoint
CREATE INDEX "members_unused_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE "lastLogin" is null and "activated";--> statement-breakpoint
CREATE INDEX "members_provider_idx" ON "members" USING btree ("tenantId","provider","nameFolded","id") WHERE "provider" <> 'local' and "directoryId" is null;--> statement-breakpoint
CREATE INDEX "members_ending_idx" ON "members" USING btree ("temporaryUntil","id") WHERE "temporaryUntil" is not null;--> statement-breakpoint
DROP INDEX "members_tenantId_mfaEnrolled_idx";--> statement-breakpoint
DROP INDEX "members_tenantId_factor_idx";--> statement-breakpoint
DROP INDEX "members_tenantId_activated_idx";--> statement-breakpoint
DROP INDEX "members_tenantId_isBreachedPassword_idx";