CREATE TABLE "directoryConnections" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"source" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"syncToUserManagement" boolean NOT NULL,
	"tokenHash" text COLLATE "C" NOT NULL,
	"ownerId" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	"lastSyncAt" bigint,
	CONSTRAINT "directoryConnections_tokenHash_key" UNIQUE NULLS NOT DISTINCT("tokenHash")
);
--> statement-breakpoint
CREATE TABLE "directoryGroups" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"displayNameKey" text COLLATE "C" NOT NULL,
	"externalIdKey" text COLLATE "C" NOT NULL,
	"searchText" text COLLATE "C" NOT NULL,
	"searchTextFolded" text COLLATE "C" NOT NULL,
	"resource" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "directoryGroups_connectionId_displayNameKey_key" UNIQUE NULLS NOT DISTINCT("connectionId","displayNameKey")
);
--> statement-breakpoint
CREATE TABLE "directoryMemberships" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"groupId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "directoryMemberships_groupId_userId_key" UNIQUE NULLS NOT DISTINCT("groupId","userId")
);
--> statement-breakpoint
CREATE TABLE "directoryUsers" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"memberId" text COLLATE "C",
	"isCreator" boolean NOT NULL,
	"active" boolean NOT NULL,
	"userNameKey" text COLLATE "C" NOT NULL,
	"externalIdKey" text COLLATE "C" NOT NULL,
	"displayNameKey" text COLLATE "C" NOT NULL,
	"givenNameKey" text COLLATE "C" NOT NULL,
	"familyNameKey" text COLLATE "C" NOT NULL,
	"emailsText" text COLLATE "C" NOT NULL,
	"searchText" text COLLATE "C" NOT NULL,
	"searchTextFolded" text COLLATE "C" NOT NULL,
	"resource" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "directoryUsers_connectionId_userNameKey_key" UNIQUE NULLS NOT DISTINCT("connectionId","userNameKey")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "directoryId" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "disabledAt" bigint;--> statement-breakpoint
CREATE INDEX "directoryConnections_tenantId_createdAt_idx" ON "directoryConnections" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_connectionId_idx" ON "directoryGroups" USING btree ("connectionId","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_connectionId_displayNameKey_idx" ON "directoryGroups" USING btree ("connectionId","displayNameKey","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_connectionId_externalIdKey_idx" ON "directoryGroups" USING btree ("connectionId","externalIdKey","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_connectionId_createdAt_idx" ON "directoryGroups" USING btree ("connectionId","createdAt","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_connectionId_updatedAt_idx" ON "directoryGroups" USING btree ("connectionId","updatedAt","id");--> statement-breakpoint
CREATE INDEX "directoryGroups_searchText_search_idx" ON "directoryGroups" USING gin ("searchTextFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "directoryMemberships_groupId_idx" ON "directoryMemberships" USING btree ("groupId","id");--> statement-breakpoint
CREATE INDEX "directoryMemberships_userId_idx" ON "directoryMemberships" USING btree ("userId","id");--> statement-breakpoint
CREATE INDEX "directoryMemberships_connectionId_idx" ON "directoryMemberships" USING btree ("connectionId","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_memberId_idx" ON "directoryUsers" USING btree ("memberId" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_idx" ON "directoryUsers" USING btree ("connectionId","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_userNameKey_idx" ON "directoryUsers" USING btree ("connectionId","userNameKey","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_externalIdKey_idx" ON "directoryUsers" USING btree ("connectionId","externalIdKey","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_displayNameKey_idx" ON "directoryUsers" USING btree ("connectionId","displayNameKey","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_givenNameKey_idx" ON "directoryUsers" USING btree ("connectionId","givenNameKey","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_familyNameKey_idx" ON "directoryUsers" USING btree ("connectionId","familyNameKey","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_active_idx" ON "directoryUsers" USING btree ("connectionId","active","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_createdAt_idx" ON "directoryUsers" USING btree ("connectionId","createdAt","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_connectionId_updatedAt_idx" ON "directoryUsers" USING btree ("connectionId","updatedAt","id");--> statement-breakpoint
CREATE INDEX "directoryUsers_searchText_search_idx" ON "directoryUsers" USING gin ("searchTextFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_directoryId_idx" ON "members" USING btree ("directoryId" NULLS FIRST,"id");