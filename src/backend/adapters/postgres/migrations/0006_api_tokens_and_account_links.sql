CREATE TABLE "accountLinks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"ancestorId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"depth" integer NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"nameFolded" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "accountLinks_ancestorId_tenantId_key" UNIQUE NULLS NOT DISTINCT("ancestorId","tenantId")
);
--> statement-breakpoint
CREATE TABLE "apiTokens" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C",
	"kind" text COLLATE "C" NOT NULL,
	"secretHash" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"roleIds" text COLLATE "C" NOT NULL,
	"createdByUserId" text COLLATE "C",
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint,
	"lastUsedAt" bigint,
	CONSTRAINT "apiTokens_secretHash_key" UNIQUE NULLS NOT DISTINCT("secretHash")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "subAccountAccess" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "accountLinks_tenantId_depth_idx" ON "accountLinks" USING btree ("tenantId","depth","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_name_idx" ON "accountLinks" USING btree ("ancestorId","nameFolded","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_createdAt_idx" ON "accountLinks" USING btree ("ancestorId","createdAt","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_tenantId_idx" ON "accountLinks" USING btree ("ancestorId","tenantId","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_depth_name_idx" ON "accountLinks" USING btree ("ancestorId","depth","nameFolded","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_depth_createdAt_idx" ON "accountLinks" USING btree ("ancestorId","depth","createdAt","id");--> statement-breakpoint
CREATE INDEX "accountLinks_ancestorId_depth_tenantId_idx" ON "accountLinks" USING btree ("ancestorId","depth","tenantId","id");--> statement-breakpoint
CREATE INDEX "accountLinks_name_search_idx" ON "accountLinks" USING gin ("nameFolded" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "apiTokens_tenantId_userId_createdAt_idx" ON "apiTokens" USING btree ("tenantId","userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "apiTokens_userId_idx" ON "apiTokens" USING btree ("userId" NULLS FIRST,"id");--> statement-breakpoint
INSERT INTO "accountLinks" ("id", "ancestorId", "tenantId", "depth", "name", "nameFolded", "createdAt")
WITH RECURSIVE "up" ("tenantId", "ancestorId", "depth") AS (
	SELECT "id", "parentId", 1 FROM "tenants" WHERE "parentId" IS NOT NULL
	UNION ALL
	SELECT "up"."tenantId", "tenants"."parentId", "up"."depth" + 1 FROM "up"
	JOIN "tenants" ON "tenants"."id" = "up"."ancestorId" WHERE "tenants"."parentId" IS NOT NULL AND "up"."depth" < 10
)
SELECT "up"."ancestorId" || '/' || "up"."tenantId", "up"."ancestorId", "up"."tenantId", "up"."depth", "tenants"."name", "tenants"."nameFolded", "tenants"."createdAt"
FROM "up" JOIN "tenants" ON "tenants"."id" = "up"."tenantId";
