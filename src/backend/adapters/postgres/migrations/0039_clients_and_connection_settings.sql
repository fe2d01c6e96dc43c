CREATE TABLE "oauthClients" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"name" text COLLATE "C" NOT NULL,
	"secretHash" text COLLATE "C" NOT NULL,
	"redirectUris" text COLLATE "C" NOT NULL,
	"postLogoutRedirectUris" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "samlSettings" ADD COLUMN "clockToleranceSeconds" integer DEFAULT 120 NOT NULL;--> statement-breakpoint
ALTER TABLE "samlSettings" ADD COLUMN "offeredLogoutUrl" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "samlSettings" ADD COLUMN "offeredLogoutBinding" text COLLATE "C" DEFAULT 'redirect' NOT NULL;--> statement-breakpoint
ALTER TABLE "samlSettings" ADD COLUMN "clientAuthentication" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "ssoSetups" ADD COLUMN "metadataWarnings" text COLLATE "C" DEFAULT '[]' NOT NULL;