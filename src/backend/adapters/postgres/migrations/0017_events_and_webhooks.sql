CREATE TABLE "deliveries" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"webhookId" text COLLATE "C" NOT NULL,
	"eventId" text COLLATE "C" NOT NULL,
	"lane" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"attempts" integer NOT NULL,
	"firstAttemptAt" bigint,
	"nextAttemptAt" bigint NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "deliveries_webhookId_eventId_key" UNIQUE NULLS NOT DISTINCT("webhookId","eventId")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"recordId" text COLLATE "C" NOT NULL,
	"position" bigint NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhookLogs" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"webhookId" text COLLATE "C" NOT NULL,
	"deliveryId" text COLLATE "C" NOT NULL,
	"eventKey" text COLLATE "C" NOT NULL,
	"attempt" integer NOT NULL,
	"body" text COLLATE "C" NOT NULL,
	"requestHeaders" text COLLATE "C" NOT NULL,
	"statusCode" text COLLATE "C" NOT NULL,
	"responseHeaders" text COLLATE "C" NOT NULL,
	"responseBody" text COLLATE "C" NOT NULL,
	"error" text COLLATE "C",
	"durationMs" integer NOT NULL,
	"createdAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"displayName" text COLLATE "C" NOT NULL,
	"description" text COLLATE "C" NOT NULL,
	"url" text COLLATE "C" NOT NULL,
	"secret" text COLLATE "C" NOT NULL,
	"previousSecret" text COLLATE "C",
	"previousSecretUntil" bigint,
	"eventKeys" text COLLATE "C" NOT NULL,
	"isActive" boolean NOT NULL,
	"failingSince" bigint,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "deliveries_state_nextAttemptAt_idx" ON "deliveries" USING btree ("state","nextAttemptAt","id");--> statement-breakpoint
CREATE INDEX "deliveries_lane_state_position_idx" ON "deliveries" USING btree ("lane","state","position","id");--> statement-breakpoint
CREATE INDEX "deliveries_createdAt_idx" ON "deliveries" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "events_tenantId_recordId_position_idx" ON "events" USING btree ("tenantId","recordId","position","id");--> statement-breakpoint
CREATE INDEX "events_tenantId_createdAt_idx" ON "events" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "events_createdAt_idx" ON "events" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "webhookLogs_webhookId_createdAt_idx" ON "webhookLogs" USING btree ("webhookId","createdAt","id");--> statement-breakpoint
CREATE INDEX "webhookLogs_tenantId_createdAt_idx" ON "webhookLogs" USING btree ("tenantId","createdAt","id");--> statement-breakpoint
CREATE INDEX "webhookLogs_createdAt_idx" ON "webhookLogs" USING btree ("createdAt","id");--> statement-breakpoint
CREATE INDEX "webhooks_tenantId_createdAt_idx" ON "webhooks" USING btree ("tenantId","createdAt","id");