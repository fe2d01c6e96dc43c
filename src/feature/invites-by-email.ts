import { settingsAt } from './page-fields.ts'
import type { AppSettings } from './settings.ts'

/**
 * Returns whether users can be invited by email. The host's own options override the metadata, and in each of them
 * `inviteByEmail.enabled` overrides `hideInviteWithEmail`, which is deprecated.
 */
export const invitesByEmail = (settings: Pick<AppSettings, 'theme' | 'configuration'>): boolean => {
  const hidden = settingsAt(settings, ['users', 'hideInviteWithEmail'])
  return (
    settingsAt(settings, ['users', 'inviteUserModal', 'inviteByEmail', 'enabled'])
      .flatMap((enabled, source) => [enabled, hidden[source] === true ? false : undefined])
      .find((value) => typeof value === 'boolean') !== false
  )
}
