import type { Ports } from '../../ports.ts'
import { type Collections, DuplicateError } from '../../store/store.ts'
import { atConsole, audit, CONSOLE_USER } from '../audit/audit.ts'
import { OPERATOR_ID } from '../identity/tenants/account-tree.ts'
import { canonical, differences } from './canonical.ts'
import { SECTION_NAMES, type SectionName, type VendorSettings } from './kinds.ts'
import { readStored, type Secrets, type StoredSettings, sealedSections, storedRows } from './stored.ts'
import { lockVendorRows, writeSections } from './write.ts'

export interface WantedSettings {
  settings: VendorSettings
  /** Values of the secrets by their paths. */
  secrets: Secrets
}

type ApplyPorts = Pick<Ports, 'store' | 'secretBox' | 'clock' | 'random'>

interface Change {
  /** A line for each value that differs; secrets are named but never shown. */
  lines: string[]
  sections: SectionName[]
}

const changedSections = (stored: StoredSettings, wanted: WantedSettings, secretPaths: readonly string[]) =>
  SECTION_NAMES.filter(
    (name) =>
      JSON.stringify(stored.settings[name]) !== JSON.stringify(wanted.settings[name]) ||
      secretPaths.some((path) => path.startsWith(`${name}.`)),
  )

const changeBetween = (stored: StoredSettings, given: WantedSettings): Change => {
  const wanted = { ...given, settings: canonical(given.settings) }
  const secretPaths = [...wanted.secrets]
    .filter(([path, value]) => stored.secrets.has(path) && stored.secrets.get(path) !== value)
    .map(([path]) => path)
  // A secret without a stored reference gets one, even if the generated reference is the right one.
  const rewritten = [...new Set([...secretPaths, ...stored.unreferenced])].filter((path) => wanted.secrets.has(path))
  return {
    lines: [...differences(stored.settings, wanted.settings), ...rewritten.map((path) => `~ ${path}: new secret`)],
    sections: changedSections(stored, wanted, rewritten),
  }
}

const auditChange = async (ports: ApplyPorts, store: Collections, { lines, sections }: Change): Promise<void> => {
  // The vendor's log is the log of the operator account.
  if (!(await store.tenants.get(OPERATOR_ID))) return
  await audit({ clock: ports.clock, random: ports.random, store }, atConsole('front-entry settings apply'), {
    tenantId: OPERATOR_ID,
    user: CONSOLE_USER,
    action: 'Vendor settings changed',
    resource: 'Policies',
    severity: 'High',
    description: `Changed the vendor settings: ${sections.join(', ')}`,
    detail: { sections, changes: lines.slice(0, 100) },
  })
}

/** Another process has applied a file since the settings were compared. */
class StaleChangeError extends Error {
  override readonly name = 'StaleChangeError'
}

/**
 * Only sections that differ are written, so the settings must still be those that the file was compared with: otherwise
 * the result would be a mixture of two files.
 */
const write = async (
  ports: ApplyPorts,
  wanted: WantedSettings,
  { change, rows }: { change: Change; rows: string },
): Promise<void> => {
  const texts = await sealedSections(ports, change.sections, wanted)
  await ports.store.transaction(async (store) => {
    await lockVendorRows(store, ports.clock.now())
    if ((await storedRows(store)) !== rows) throw new StaleChangeError('Other settings were applied in the meantime')
    await writeSections(store, texts, ports.clock.now())
    await auditChange(ports, store, change)
  })
}

/** Each failed attempt means that another file was applied; more in a row have another cause. */
const MAX_ATTEMPTS = 10

/**
 * Applies the file to the vendor's settings; sections that are not in it return to their defaults. Everything is
 * written in one transaction.
 *
 * @returns a line for each value that changed, or would change in a dry run; none when nothing differs
 */
export const applyVendorSettings = async (
  ports: ApplyPorts,
  wanted: WantedSettings,
  { isDryRun = false } = {},
): Promise<string[]> => {
  for (let attempt = 1; ; attempt += 1) {
    const rows = await storedRows(ports.store)
    const change = changeBetween(await readStored(ports), wanted)
    if (isDryRun || change.sections.length === 0) return change.lines
    try {
      await write(ports, wanted, { change, rows })
      return change.lines
    } catch (error) {
      const isOvertaken = error instanceof StaleChangeError || error instanceof DuplicateError
      if (!isOvertaken || attempt === MAX_ATTEMPTS) throw error
    }
  }
}
