CREATE TABLE "identities" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"provider" text COLLATE "C" NOT NULL,
	"subject" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"email" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"lastUsedAt" bigint NOT NULL,
	CONSTRAINT "identities_provider_subject_key" UNIQUE NULLS NOT DISTINCT("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "ssoConnections" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"ssoEndpoint" text COLLATE "C" NOT NULL,
	"idpEntityId" text COLLATE "C" NOT NULL,
	"publicCertificate" text COLLATE "C" NOT NULL,
	"signRequest" boolean NOT NULL,
	"acsUrl" text COLLATE "C" NOT NULL,
	"spEntityId" text COLLATE "C" NOT NULL,
	"oidcClientId" text COLLATE "C" NOT NULL,
	"oidcSecret" text COLLATE "C" NOT NULL,
	"generatedVerification" text COLLATE "C" NOT NULL,
	"roleIds" text COLLATE "C" NOT NULL,
	"groups" text COLLATE "C" NOT NULL,
	"skipEmailDomainValidation" boolean NOT NULL,
	"allowIdpInitiated" boolean NOT NULL,
	"configMetadata" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssoDomains" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"domain" text COLLATE "C" NOT NULL,
	"validated" boolean NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "ssoDomains_connectionId_domain_key" UNIQUE NULLS NOT DISTINCT("connectionId","domain")
);
--> statement-breakpoint
CREATE INDEX "identities_userId_idx" ON "identities" USING btree ("userId","id");--> statement-breakpoint
CREATE INDEX "ssoConnections_tenantId_createdAt_idx" ON "ssoConnections" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "ssoDomains_domain_validated_idx" ON "ssoDomains" USING btree ("domain","validated","id");--> statement-breakpoint
CREATE INDEX "ssoDomains_tenantId_idx" ON "ssoDomains" USING btree ("tenantId","id");