CREATE TABLE "samlKeys" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"certificate" text COLLATE "C" NOT NULL,
	"privateKey" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "samlSessions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"connectionId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"nameId" text COLLATE "C" NOT NULL,
	"nameIdFormat" text COLLATE "C" NOT NULL,
	"sessionIndex" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "samlSettings" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"logoutUrl" text COLLATE "C" NOT NULL,
	"logoutBinding" text COLLATE "C" NOT NULL,
	"requireEncryption" boolean NOT NULL,
	"attributes" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "samlKeys_tenantId_createdAt_idx" ON "samlKeys" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "samlSessions_connectionId_nameId_idx" ON "samlSessions" USING btree ("connectionId","nameId","id");--> statement-breakpoint
CREATE INDEX "samlSessions_tenantId_idx" ON "samlSessions" USING btree ("tenantId","id");--> statement-breakpoint
CREATE INDEX "samlSessions_expiresAt_idx" ON "samlSessions" USING btree ("expiresAt","id");--> statement-breakpoint
CREATE INDEX "samlSettings_tenantId_idx" ON "samlSettings" USING btree ("tenantId","id");