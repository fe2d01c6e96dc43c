import type { Ports } from '../../ports.ts'
import type { MemberRecord } from '../../store/records.ts'
import { type StoppedIn, stoppedMail } from '../mail/administrator-mails.ts'
import { post } from '../mail/mails.ts'

/** News of an account, and the administrators who are responsible for it and get them. */
export interface StoppedReport {
  administrators: readonly MemberRecord[]
  facts: StoppedIn
}

/** Emails each administrator once, however many accounts they are responsible for. */
export const mailStopped = async (
  ports: Ports,
  news: readonly StoppedReport[],
  { isByDirectory = false }: { isByDirectory?: boolean } = {},
): Promise<void> => {
  const byEmail = new Map<string, { to: MemberRecord; accounts: StoppedIn[] }>()
  for (const { administrators, facts } of news)
    for (const to of administrators) {
      const found = byEmail.get(to.email) ?? { to, accounts: [] }
      found.accounts.push(facts)
      byEmail.set(to.email, found)
    }
  await Promise.all(
    [...byEmail.values()].map(({ to, accounts }) => post(ports, stoppedMail(ports, to, { accounts, isByDirectory }))),
  )
}
