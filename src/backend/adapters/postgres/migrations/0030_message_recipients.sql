CREATE TABLE "messageRecipients" (
	"id" text COLLATE "C" PRIMARY KEY NOT NULL,
	"tenantId" text COLLATE "C" NOT NULL,
	"channel" text COLLATE "C" NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"state" text COLLATE "C" NOT NULL,
	"sentAt" bigint,
	"createdAt" bigint NOT NULL,
	"updatedAt" bigint NOT NULL,
	CONSTRAINT "messageRecipients_tenantId_channel_target_key" UNIQUE NULLS NOT DISTINCT("tenantId","channel","target")
);
