CREATE TABLE "factors" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"kind" text COLLATE "C" NOT NULL,
	"credentialId" text COLLATE "C",
	"value" text COLLATE "C" NOT NULL,
	"counter" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"lastUsedAt" bigint
);
--> statement-breakpoint
CREATE TABLE "oldPasswords" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"passwordHash" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "factor" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "amr" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authTime" bigint;--> statement-breakpoint
CREATE INDEX "factors_userId_kind_idx" ON "factors" USING btree ("userId","kind","id");--> statement-breakpoint
CREATE INDEX "factors_credentialId_idx" ON "factors" USING btree ("credentialId" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "oldPasswords_userId_createdAt_idx" ON "oldPasswords" USING btree ("userId","createdAt","id");--> statement-breakpoint
CREATE INDEX "members_tenantId_factor_idx" ON "members" USING btree ("tenantId","factor" NULLS FIRST,"id");