import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getTableColumns } from 'drizzle-orm'
import { TABLES } from '../../../adapters/postgres/tables.ts'
import { ACCOUNT_TABLES } from './sub-accounts.ts'

/** Account-related tables whose rows are kept when an account is deleted, or are removed in another way. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  audits: 'evidence of what was done, also of the deletion',
  auditCheckpoints: 'belong to the audit rows',
  auditTallies: 'count the audit rows',
  events: 'cleaned up once they are old; without a webhook nothing is sent',
  users: 'the account of their first sign-in; users without another account are erased',
  sessions: 'end with the membership; those of erased users are deleted',
  accountLinks: 'deleted last',
  directoryConnections: 'deleted with what belongs to them',
  directoryUsers: 'deleted by their connection',
  directoryGroups: 'deleted by their connection',
}

test('Every table of rows by account is emptied with the account, or left for a reason', () => {
  const byAccount = Object.entries(TABLES)
    .filter(([, table]) => 'tenantId' in getTableColumns(table))
    .map(([name]) => name)
  assert.deepEqual([...ACCOUNT_TABLES, ...Object.keys(ELSEWHERE)].toSorted(), byAccount.toSorted())
})
