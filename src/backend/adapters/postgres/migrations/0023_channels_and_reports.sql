CREATE TABLE "channelConfigs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"eventKey" text COLLATE "C" NOT NULL,
	"enabled" boolean NOT NULL,
	"subscriptions" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "channelConfigs_tenantId_channel_eventKey_key" UNIQUE NULLS NOT DISTINCT("tenantId","channel","eventKey")
);
--> statement-breakpoint
CREATE TABLE "slackInstallations" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"teamName" text COLLATE "C" NOT NULL,
	"token" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "slackInstallations_tenantId_key" UNIQUE NULLS NOT DISTINCT("tenantId")
);
--> statement-breakpoint
CREATE TABLE "slackSubscriptions" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"isActive" boolean NOT NULL,
	"slackEvents" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reportSchedules" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"templateId" text COLLATE "C" NOT NULL,
	"type" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"interval" text COLLATE "C" NOT NULL,
	"cron" text COLLATE "C" NOT NULL,
	"tz" text COLLATE "C" NOT NULL,
	"isActive" boolean NOT NULL,
	"dataFilters" text COLLATE "C" NOT NULL,
	"nextRunAt" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "reportSchedules_tenantId_templateId_key" UNIQUE NULLS NOT DISTINCT("tenantId","templateId")
);
--> statement-breakpoint
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_webhookId_eventId_key";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "channel" text COLLATE "C" DEFAULT 'webhook' NOT NULL;--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "target" text COLLATE "C" DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "channelConfigs_tenantId_eventKey_idx" ON "channelConfigs" USING btree ("tenantId","eventKey","id");--> statement-breakpoint
CREATE INDEX "slackSubscriptions_tenantId_createdAt_idx" ON "slackSubscriptions" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "reportSchedules_isActive_nextRunAt_idx" ON "reportSchedules" USING btree ("isActive","nextRunAt","id");--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_webhookId_eventId_target_key" UNIQUE NULLS NOT DISTINCT("webhookId","eventId","target");