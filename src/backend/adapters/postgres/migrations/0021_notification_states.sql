CREATE TABLE "notificationStates" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"userId" text COLLATE "C" NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"eventId" text COLLATE "C" NOT NULL,
	"status" text COLLATE "C" NOT NULL,
	"isPinned" boolean NOT NULL,
	"createdAt" bigint NOT NULL,
	CONSTRAINT "notificationStates_userId_eventId_key" UNIQUE NULLS NOT DISTINCT("userId","eventId")
);
--> statement-breakpoint
CREATE INDEX "notificationStates_userId_tenantId_idx" ON "notificationStates" USING btree ("userId","tenantId","id");--> statement-breakpoint
CREATE INDEX "notificationStates_createdAt_idx" ON "notificationStates" USING btree ("createdAt","id");