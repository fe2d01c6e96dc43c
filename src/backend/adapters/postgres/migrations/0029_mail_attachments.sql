ALTER TABLE "messages" ADD COLUMN "attachments" text COLLATE "C" NOT NULL DEFAULT '[]';--> statement-breakpoint
ALTER TABLE "messages" ALTER COLUMN "attachments" DROP DEFAULT;
