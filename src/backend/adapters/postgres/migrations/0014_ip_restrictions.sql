CREATE TABLE "ipConfigs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"isActive" boolean NOT NULL,
	"strategy" text COLLATE "C" NOT NULL,
	"revision" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ipRestrictions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"ip" text COLLATE "C" NOT NULL,
	"strategy" text COLLATE "C" NOT NULL,
	"isActive" boolean NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "ipRestrictions_tenantId_strategy_ip_key" UNIQUE NULLS NOT DISTINCT("tenantId","strategy","ip")
);
--> statement-breakpoint
ALTER TABLE "apiTokens" ADD COLUMN "lastIpAddress" text COLLATE "C";--> statement-breakpoint
CREATE INDEX "ipRestrictions_tenantId_strategy_createdAt_idx" ON "ipRestrictions" USING btree ("tenantId","strategy","createdAt","id");