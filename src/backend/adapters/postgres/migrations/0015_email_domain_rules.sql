CREATE TABLE "domainRules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"domain" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "domainRules_tenantId_type_domain_key" UNIQUE NULLS NOT DISTINCT("tenantId","type","domain")
);
