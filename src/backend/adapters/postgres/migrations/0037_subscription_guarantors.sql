ALTER TABLE "channelConfigs" ADD COLUMN "guarantorId" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "slackSubscriptions" ADD COLUMN "guarantorId" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "webhooks" ADD COLUMN "guarantorId" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "reportSchedules" ADD COLUMN "guarantorId" text COLLATE "C";--> statement-breakpoint
ALTER TABLE "apiTokens" ADD COLUMN "guarantorId" text COLLATE "C";