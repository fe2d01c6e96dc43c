ALTER TABLE "ssoSetups" ADD COLUMN "updatesRoles" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "mappedRoles" text COLLATE "C";