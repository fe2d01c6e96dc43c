DROP INDEX "outgoingMails_nextTryAt_idx";--> statement-breakpoint
ALTER TABLE "outgoingMails" ADD COLUMN "isAwaited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "outgoingMails_isAwaited_nextTryAt_idx" ON "outgoingMails" USING btree ("isAwaited","nextTryAt","id");