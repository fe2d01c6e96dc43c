CREATE TABLE "groups" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"color" text COLLATE "C",
	"description" text COLLATE "C" NOT NULL,
	"metadata" text COLLATE "C",
	"managedBy" text COLLATE "C" NOT NULL,
	"roleIds" text COLLATE "C" NOT NULL,
	"roleIdsFolded" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "groups_tenantId_name_key" UNIQUE NULLS NOT DISTINCT("tenantId","name")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "groupIds" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "groupIdsFolded" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "groups_tenantId_name_idx" ON "groups" USING btree ("tenantId","nameFolded","id");--> statement-breakpoint
CREATE INDEX "groups_tenantId_createdAt_idx" ON "groups" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "groups_name_search_idx" ON "groups" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "groups_roleIds_search_idx" ON "groups" USING gin ("roleIdsFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_groupIds_search_idx" ON "members" USING gin ("groupIdsFolded" gin_trgm_ops);