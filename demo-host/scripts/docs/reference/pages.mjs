// The pages of the reference, generated from the sources.
import { apiPages } from './api.mjs'
import { commandsPage } from './commands.mjs'
import { elementsPage } from './elements.mjs'
import { errorCodesPage } from './error-codes.mjs'
import { eventsPage } from './events.mjs'
import { exportPages } from './exports.mjs'
import { methodsPage } from './methods.mjs'
import { optionsPage } from './options.mjs'
import { settingsPage } from './settings.mjs'
import { textPages } from './text-keys.mjs'
import { themeTokensPage } from './theme-tokens.mjs'
import { vendorSettingsPage } from './vendor-settings.mjs'

/** Returns Markdown by the path of the page. */
export const referencePages = async () =>
  new Map([
    ['reference/options.md', optionsPage()],
    ['reference/methods.md', methodsPage()],
    ['reference/events.md', eventsPage()],
    ['reference/elements.md', elementsPage()],
    ['reference/theme-tokens.md', themeTokensPage()],
    ...(await textPages()),
    ...exportPages(),
    ['reference/commands.md', commandsPage()],
    ['reference/settings.md', settingsPage()],
    ['reference/vendor-settings.md', vendorSettingsPage()],
    ['reference/error-codes.md', errorCodesPage()],
    ...(await apiPages()),
  ])
