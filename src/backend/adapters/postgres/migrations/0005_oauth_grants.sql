CREATE TABLE "oauthGrants" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"sessionId" text COLLATE "C" NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"clientId" text COLLATE "C" NOT NULL,
	"generation" integer NOT NULL,
	"rotatedAt" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"expiresAt" bigint NOT NULL,
	"revokedAt" bigint
);
--> statement-breakpoint
CREATE INDEX "oauthGrants_sessionId_idx" ON "oauthGrants" USING btree ("sessionId","id");--> statement-breakpoint
CREATE INDEX "oauthGrants_expiresAt_idx" ON "oauthGrants" USING btree ("expiresAt","id");