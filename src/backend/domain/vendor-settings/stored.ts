import type { Ports } from '../../ports.ts'
import type { Collections } from '../../store/store.ts'
import { vendorRows } from '../settings/vendor-rows.ts'
import { openVendorSecret, referenceField, sealVendorSecret } from '../settings/vendor-secret.ts'
import { canonical, pathText } from './canonical.ts'
import { SECTION_KINDS, SECTION_NAMES, type SectionName, type VendorSettings } from './kinds.ts'
import { secretHolders } from './secrets.ts'

export type Secrets = ReadonlyMap<string, string>

/** The settings in the database. */
export interface StoredSettings {
  /** The settings with a reference in place of each secret. */
  settings: VendorSettings
  /** Values of the secrets by their paths. */
  secrets: Secrets
  /** Paths of secrets that were stored without a reference; their references are generated. */
  unreferenced: string[]
}

type SecretPorts = Pick<Ports, 'secretBox'>

const KINDS: ReadonlyMap<string, SectionName> = new Map(SECTION_NAMES.map((name) => [SECTION_KINDS[name], name]))

const madeUpReference = (path: string): string => `env:${path.replace(/\W+/g, '_').replace(/_$/, '').toUpperCase()}`

/** Replaces the secrets of a stored section by references. */
const withReferences = async (ports: SecretPorts, name: SectionName, value: unknown) => {
  const secrets: [path: string, value: string][] = []
  const unreferenced: string[] = []
  for (const { path, owner, field } of secretHolders(name, value)) {
    const place = pathText(path)
    const known = owner[referenceField(field)]
    const reference = typeof known === 'string' ? known : undefined
    secrets.push([place, await openVendorSecret(ports, String(owner[field]), reference)])
    if (reference === undefined) unreferenced.push(place)
    owner[field] = reference ?? madeUpReference(place)
    delete owner[referenceField(field)]
  }
  return { secrets, unreferenced }
}

/** Returns the stored rows as one text, by which two states of the settings can be compared. */
export const storedRows = async (store: Collections): Promise<string> => {
  const rows = await vendorRows(store, [...KINDS.keys()])
  return JSON.stringify(rows.map(({ kind, value }) => [kind, value]))
}

export const readStored = async (ports: SecretPorts & { store: Collections }): Promise<StoredSettings> => {
  const found: Record<string, unknown> = {}
  const secrets: [path: string, value: string][] = []
  const unreferenced: string[] = []
  for (const { kind, value } of await vendorRows(ports.store, [...KINDS.keys()])) {
    const name = KINDS.get(kind)
    if (!name) continue
    const stored: unknown = JSON.parse(value)
    const read = await withReferences(ports, name, stored)
    secrets.push(...read.secrets)
    unreferenced.push(...read.unreferenced)
    found[name] = stored
  }
  return { settings: canonical(found), secrets: new Map(secrets), unreferenced }
}

/** Returns a section in its stored form, with each secret sealed, together with its reference. */
const sealed = async (ports: SecretPorts, name: SectionName, section: object, secrets: Secrets): Promise<string> => {
  const value: unknown = structuredClone(section)
  for (const { path, owner, field } of secretHolders(name, value)) {
    const reference = String(owner[field])
    owner[field] = await sealVendorSecret(ports, secrets.get(pathText(path)) ?? '', reference)
    owner[referenceField(field)] = reference
  }
  return JSON.stringify(value)
}

/**
 * Returns the stored text of each section, or `null` for a section that is removed. Secrets must be sealed outside of
 * transactions.
 */
export const sealedSections = async (
  ports: SecretPorts,
  names: readonly SectionName[],
  { settings, secrets }: Pick<StoredSettings, 'settings' | 'secrets'>,
): Promise<Map<SectionName, string | null>> => {
  const texts = new Map<SectionName, string | null>()
  for (const name of names) {
    const section = settings[name]
    texts.set(name, section ? await sealed(ports, name, section, secrets) : null)
  }
  return texts
}
