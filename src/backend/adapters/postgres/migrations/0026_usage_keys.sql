CREATE TABLE "usageKeys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"featureKey" text COLLATE "C" NOT NULL,
	"quantity" integer NOT NULL,
	"response" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "usageKeys_tenantId_key_key" UNIQUE NULLS NOT DISTINCT("tenantId","key")
);
--> statement-breakpoint
CREATE INDEX "usageKeys_createdAt_idx" ON "usageKeys" USING btree ("createdAt","id");