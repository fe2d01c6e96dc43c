import { jsonOf } from '../../../store/json-text.ts'
import type { DirectoryGroupRecord, DirectoryUserRecord } from '../../../store/records.ts'
import type { DirectoryCall } from '../provisioning/directory-call.ts'
import { isObject, type ScimObject } from '../provisioning/directory-facts.ts'
import { valuesOf, valuesTextOf } from './values-text.ts'

/** The text stored for a missing value. RFC 7644 §3.4.2.3 sorts missing values last, and no text is greater. */
export const ABSENT = '\u{10ffff}'

const textAt = (holder: unknown, name: string): string | undefined => {
  const value = isObject(holder) ? holder[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}

const keyOf = (text: string | undefined): string => text?.toLowerCase() ?? ABSENT

const emailsOf = ({ emails }: ScimObject): string[] =>
  (Array.isArray(emails) ? emails : []).flatMap((email) => textAt(email, 'value')?.toLowerCase() ?? [])

/**
 * Returns the forms in which a string may be stored: composed (NFC), and with the separate marks (NFD) that earlier
 * releases kept.
 */
export const formsOf = (text: string): readonly string[] => [...new Set([text.normalize('NFC'), text.normalize('NFD')])]

/** Puts a line break on both sides of every line, so that the start and the end of a value can be searched. */
const linesOf = (values: readonly string[]): string => (values.length ? `\n${values.join('\n')}\n` : '')

const searchTextOf = (values: readonly string[]): string =>
  linesOf([...new Set(values)].filter((value) => value !== ABSENT))

/** Returns the key of `externalId`, the only case-sensitive attribute. */
const exactKeyOf = (text: string | undefined): string => text ?? ABSENT

export const userKeysOf = (resource: ScimObject) => {
  const keys = {
    userNameKey: keyOf(textAt(resource, 'userName')),
    externalIdKey: exactKeyOf(textAt(resource, 'externalId')),
    displayNameKey: keyOf(textAt(resource, 'displayName')),
    givenNameKey: keyOf(textAt(resource.name, 'givenName')),
    familyNameKey: keyOf(textAt(resource.name, 'familyName')),
  } satisfies Partial<DirectoryUserRecord>
  const emails = emailsOf(resource)
  return {
    ...keys,
    emailsText: linesOf(emails),
    searchText: searchTextOf([...Object.values(keys), ...emails, ...valuesOf(resource)]),
    valuesText: valuesTextOf(resource),
  }
}

export const groupKeysOf = (resource: ScimObject) => {
  const keys = {
    displayNameKey: keyOf(textAt(resource, 'displayName')),
    externalIdKey: exactKeyOf(textAt(resource, 'externalId')),
  } satisfies Partial<DirectoryGroupRecord>
  return { ...keys, searchText: searchTextOf(Object.values(keys)) }
}

/** The maximum number of an older release's rows that one request fills in. */
const MAX_FILLED = 1_000

/**
 * Returns whether every user of a connection has `valuesText`. Each filtered list fills it in for some rows of an older
 * release, and reads the resources themselves until all rows have it.
 */
export const ensureIndexed = async ({ ports: { store }, connection }: DirectoryCall): Promise<boolean> => {
  if (connection.isIndexed) return true
  const where = { connectionId: connection.id, valuesText: '' }
  const { items } = await store.directoryUsers.page({ where, offset: 0, limit: MAX_FILLED })
  for (const { id, version, resource } of items) {
    await store.directoryUsers.update({ id, version }, userKeysOf(jsonOf(resource)))
  }
  if (items.length === MAX_FILLED) return false
  await store.directoryConnections.update({ id: connection.id }, { isIndexed: true })
  return true
}
