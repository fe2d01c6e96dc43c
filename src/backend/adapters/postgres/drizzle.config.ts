import { defineConfig } from 'drizzle-kit'

// Run this after a change of tables: npx drizzle-kit generate --config src/backend/adapters/postgres/drizzle.config.ts
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/backend/adapters/postgres/tables/*.ts',
  out: './src/backend/adapters/postgres/migrations',
})
