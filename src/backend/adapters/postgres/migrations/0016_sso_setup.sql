CREATE TABLE "ssoFailures" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"reason" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ssoSetups" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"metadataUrl" text COLLATE "C" NOT NULL,
	"enabledAt" bigint,
	"lastSignInAt" bigint,
	"enforced" boolean NOT NULL,
	"exemptUserIds" text COLLATE "C" NOT NULL,
	"test" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "ssoFailures_connectionId_createdAt_idx" ON "ssoFailures" USING btree ("connectionId","createdAt","id");--> statement-breakpoint
CREATE INDEX "ssoFailures_createdAt_idx" ON "ssoFailures" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "ssoSetups_tenantId_idx" ON "ssoSetups" USING btree ("tenantId","id");