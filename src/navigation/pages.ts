import type { PageDefinition } from '../feature/define-page.ts'
import type { Visibility } from '../feature/page-facts.ts'
import { appearanceOf, isEditable } from '../feature/page-fields.ts'
import { type AppSettings, isFlagOn } from '../feature/settings.ts'
import { holdsPermission } from '../rules/permission.ts'

/** Override of one navigation entry by a host or the fetched metadata. */
interface PageOverride {
  visibility?: Visibility
  featureFlag?: string
  permissions?: readonly string[]
}

const VISIBILITIES: readonly unknown[] = ['always', 'hidden', 'byPermissions'] satisfies Visibility[]

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/** Keeps well-formed values; for all others the default applies. */
const readOverride = (value: unknown): PageOverride => {
  if (typeof value !== 'object' || value === null) return {}
  const { visibility, featureFlag, permissions } = value as Record<string, unknown>
  return {
    ...(VISIBILITIES.includes(visibility) && { visibility: visibility as Visibility }),
    ...(typeof featureFlag === 'string' && { featureFlag }),
    ...(isTexts(permissions) && { permissions }),
  }
}

const entryOf = (source: unknown, id: string): PageOverride =>
  typeof source === 'object' && source !== null && Object.hasOwn(source, id)
    ? readOverride((source as Record<string, unknown>)[id])
    : {}

/** Applies an override key by key over the default; an array replaces the default array. */
export const withOverrides = (page: PageDefinition, navigation: unknown): PageDefinition => ({
  ...page,
  ...entryOf(navigation, page.id),
})

/** Returns the page with only those commands that the options offer and that lead to something the user can change there. */
export const withOfferedCommands = (
  page: PageDefinition,
  settings: Pick<AppSettings, 'theme' | 'configuration'>,
): PageDefinition =>
  page.commands
    ? {
        ...page,
        commands: page.commands.filter(
          ({ changes, isOffered }) =>
            isOffered?.(settings) !== false && (!changes || isEditable(appearanceOf(settings, changes))),
        ),
      }
    : page

/** Facts that decide whether a user sees a page. */
export interface PageAudience {
  /** Whether the user passes every permission check; a hidden page stays hidden. */
  superUser?: boolean
  /** Setting of the vendor's public policy, with which `always` needs the keys too. @default false */
  forcePermissions?: boolean
  permissions: readonly string[]
  flags: Readonly<Record<string, string>>
}

/**
 * Returns whether a page is available, in the menu and by deep link: `always` ignores permissions, `byPermissions`
 * needs every key, `hidden` never is; a named feature flag must be on too.
 */
export const isPageVisible = (page: PageDefinition, audience: PageAudience): boolean => {
  if (page.visibility === 'hidden') return false
  if (page.featureFlag && !isFlagOn(audience, page.featureFlag)) return false
  const isFree = page.visibility === 'always' && audience.forcePermissions !== true
  if (isFree || audience.superUser === true) return true
  return page.permissions.every((key) => holdsPermission(audience.permissions, key))
}
