CREATE TABLE "usage" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"featureKey" text COLLATE "C" NOT NULL,
	"day" integer NOT NULL,
	"count" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "usage_tenantId_featureKey_day_key" UNIQUE NULLS NOT DISTINCT("tenantId","featureKey","day")
);
--> statement-breakpoint
CREATE INDEX "usage_tenantId_day_idx" ON "usage" USING btree ("tenantId","day","id");--> statement-breakpoint
CREATE INDEX "usage_day_idx" ON "usage" USING btree ("day","id");