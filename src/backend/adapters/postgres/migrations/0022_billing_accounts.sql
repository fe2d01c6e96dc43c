CREATE TABLE "billingAccounts" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"customerId" text COLLATE "C",
	"externallyManaged" boolean NOT NULL,
	"planId" text COLLATE "C",
	"snapshot" text COLLATE "C" NOT NULL,
	"version" integer NOT NULL,
	"pendingChange" text COLLATE "C",
	"setupIntentId" text COLLATE "C",
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "billingAccounts_tenantId_key" UNIQUE NULLS NOT DISTINCT("tenantId")
);
--> statement-breakpoint
CREATE INDEX "billingAccounts_customerId_idx" ON "billingAccounts" USING btree ("customerId" NULLS FIRST,"id");