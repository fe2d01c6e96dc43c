CREATE INDEX "members_invitation_idx" ON "members" USING btree ("tenantId","nameFolded","id") WHERE not "activated" and "disabledAt" is null;--> statement-breakpoint
DROP INDEX "members_invited_idx";