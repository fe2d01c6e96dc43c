CREATE TABLE "attempts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"windowEndsAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audits" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C",
	"email" text COLLATE "C" NOT NULL,
	"action" text COLLATE "C" NOT NULL,
	"resource" text COLLATE "C" NOT NULL,
	"severity" text COLLATE "C" NOT NULL,
	"ip" text COLLATE "C" NOT NULL,
	"userAgent" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"detail" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "keys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"emailFolded" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"verified" boolean NOT NULL,
	"isLocked" boolean NOT NULL,
	"mfaEnrolled" boolean NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"roleIds" text COLLATE "C" NOT NULL,
	"roleIdsFolded" text COLLATE "C" NOT NULL,
	"activated" boolean NOT NULL,
	"invitedAt" bigint,
	"temporaryUntil" bigint,
	"createdAt" bigint NOT NULL,
	"lastLogin" bigint,
	CONSTRAINT "members_tenantId_userId_key" UNIQUE NULLS NOT DISTINCT("tenantId","userId")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"to" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"text" text COLLATE "C" NOT NULL,
	"html" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "permissionCategories" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "permissionCategories_name_key" UNIQUE NULLS NOT DISTINCT("name")
);
--> statement-breakpoint
CREATE TABLE "permissions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"categoryId" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "permissions_key_key" UNIQUE NULLS NOT DISTINCT("key")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C",
	"kind" text COLLATE "C" NOT NULL,
	"value" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "policies_tenantId_kind_key" UNIQUE NULLS NOT DISTINCT("tenantId","kind")
);
--> statement-breakpoint
CREATE TABLE "roles" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C",
	"key" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"isDefault" boolean NOT NULL,
	"level" integer NOT NULL,
	"permissionIds" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "roles_tenantId_key_key" UNIQUE NULLS NOT DISTINCT("tenantId","key")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"generation" integer NOT NULL,
	"rotatedAt" bigint NOT NULL,
	"userAgent" text COLLATE "C" NOT NULL,
	"ipAddress" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint NOT NULL,
	"revokedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "tenants" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"parentId" text COLLATE "C",
	"isReseller" boolean NOT NULL,
	"alias" text COLLATE "C",
	"hasCustomLogin" boolean NOT NULL,
	"metadata" text COLLATE "C" NOT NULL,
	"settings" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"purpose" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C",
	"tenantId" text COLLATE "C",
	"tokenHash" text COLLATE "C" NOT NULL,
	"tries" integer NOT NULL,
	"usedAt" bigint,
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint NOT NULL,
	"detail" text COLLATE "C" NOT NULL,
	CONSTRAINT "tickets_tokenHash_key" UNIQUE NULLS NOT DISTINCT("tokenHash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"emailFolded" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"phone" text COLLATE "C",
	"profilePictureUrl" text COLLATE "C",
	"passwordHash" text COLLATE "C",
	"verified" boolean NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"mfaEnrolled" boolean NOT NULL,
	"isBreachedPassword" boolean NOT NULL,
	"superUser" boolean NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"metadata" text COLLATE "C" NOT NULL,
	"failedLogins" integer NOT NULL,
	"lockedAt" bigint,
	"createdAt" bigint NOT NULL,
	"lastLogin" bigint,
	CONSTRAINT "users_email_key" UNIQUE NULLS NOT DISTINCT("email")
);
--> statement-breakpoint
CREATE INDEX "attempts_windowEndsAt_idx" ON "attempts" USING btree ("windowEndsAt","id");--> statement-breakpoint
CREATE INDEX "audits_tenantId_createdAt_idx" ON "audits" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "audits_tenantId_severity_createdAt_idx" ON "audits" USING btree ("tenantId","severity","createdAt","id");--> statement-breakpoint
CREATE INDEX "audits_tenantId_email_createdAt_idx" ON "audits" USING btree ("tenantId","email","createdAt","id");--> statement-breakpoint
CREATE INDEX "audits_tenantId_action_createdAt_idx" ON "audits" USING btree ("tenantId","action","createdAt","id");--> statement-breakpoint
CREATE INDEX "audits_userId_createdAt_idx" ON "audits" USING btree ("userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "keys_kind_createdAt_idx" ON "keys" USING btree ("kind","createdAt","id");--> statement-breakpoint
CREATE INDEX "members_userId_idx" ON "members" USING btree ("userId","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_idx" ON "members" USING btree ("tenantId","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_name_idx" ON "members" USING btree ("tenantId","nameFolded","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_email_idx" ON "members" USING btree ("tenantId","emailFolded","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_createdAt_idx" ON "members" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_lastLogin_idx" ON "members" USING btree ("tenantId","lastLogin" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "members_tenantId_verified_idx" ON "members" USING btree ("tenantId","verified","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_isLocked_idx" ON "members" USING btree ("tenantId","isLocked","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_mfaEnrolled_idx" ON "members" USING btree ("tenantId","mfaEnrolled","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_activated_idx" ON "members" USING btree ("tenantId","activated","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_provider_idx" ON "members" USING btree ("tenantId","provider","id");--> statement-breakpoint
CREATE INDEX "members_email_search_idx" ON "members" USING gin ("emailFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_name_search_idx" ON "members" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_roleIds_search_idx" ON "members" USING gin ("roleIdsFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_createdAt_idx" ON "messages" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "messages_to_createdAt_idx" ON "messages" USING btree ("to","createdAt","id");--> statement-breakpoint
CREATE INDEX "permissions_categoryId_idx" ON "permissions" USING btree ("categoryId","id");--> statement-breakpoint
CREATE INDEX "permissions_name_search_idx" ON "permissions" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "roles_tenantId_name_idx" ON "roles" USING btree ("tenantId","nameFolded","id");--> statement-breakpoint
CREATE INDEX "roles_name_search_idx" ON "roles" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sessions_userId_createdAt_idx" ON "sessions" USING btree ("userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "sessions_expiresAt_idx" ON "sessions" USING btree ("expiresAt","id");--> statement-breakpoint
CREATE INDEX "tenants_parentId_name_idx" ON "tenants" USING btree ("parentId","nameFolded","id");--> statement-breakpoint
CREATE INDEX "tenants_parentId_createdAt_idx" ON "tenants" USING btree ("parentId","createdAt","id");--> statement-breakpoint
CREATE INDEX "tenants_name_idx" ON "tenants" USING btree ("nameFolded","id");--> statement-breakpoint
CREATE INDEX "tenants_alias_idx" ON "tenants" USING btree ("alias" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "tenants_name_search_idx" ON "tenants" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tickets_userId_purpose_idx" ON "tickets" USING btree ("userId","purpose","id");--> statement-breakpoint
CREATE INDEX "tickets_tenantId_purpose_idx" ON "tickets" USING btree ("tenantId","purpose","id");--> statement-breakpoint
CREATE INDEX "tickets_expiresAt_idx" ON "tickets" USING btree ("expiresAt","id");--> statement-breakpoint
CREATE INDEX "users_isBreachedPassword_idx" ON "users" USING btree ("isBreachedPassword","id");--> statement-breakpoint
CREATE INDEX "users_tenantId_idx" ON "users" USING btree ("tenantId","id");--> statement-breakpoint
CREATE INDEX "users_email_search_idx" ON "users" USING gin ("emailFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_name_search_idx" ON "users" USING gin ("nameFolded" gin_trgm_ops);