ALTER TABLE "directoryConnections" ADD COLUMN "isIndexed" boolean NOT NULL DEFAULT false;--> statement-breakpoint
ALTER TABLE "directoryUsers" ADD COLUMN "valuesText" text COLLATE "C" NOT NULL DEFAULT '';--> statement-breakpoint
ALTER TABLE "directoryConnections" ALTER COLUMN "isIndexed" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "directoryUsers" ALTER COLUMN "valuesText" DROP DEFAULT;
