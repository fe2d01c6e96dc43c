// Renders the login box with React, as a page of a first visit does, in the window that record.mjs provides.
import { openApp } from '../../src/app/apps.ts'
import { defineElements } from '../../src/elements/define.ts'
import { lightSheets, shadowSheets } from '../../src/first-screen/sheets.ts'
import { FIRST_ID } from '../../src/first-screen/tree.ts'
import { loginMessages } from '../../src/flows/login/login.messages.ts'

const MARK = '='
/** Marks each text with its key, so that the loader can translate it. */
const MARKED = Object.fromEntries(Object.keys(loginMessages.texts).map((key) => [key, MARK + key]))

const never = () => new Promise<never>(() => {})

/** Returns the element as React has rendered it in its first task, and the style sheets that the loader adopts. */
export const drawFirstScreen = async () => {
  openApp(
    {
      contextOptions: { baseUrl: 'https://api.test', logLevel: 'error' },
      localizations: { en: { loginBox: { login: MARKED } } },
    },
    'default',
    { fetch: never },
  )
  defineElements()
  const host = document.createElement('fe-login-box')
  document.body.append(host)
  await Promise.resolve()
  return { host, firstId: FIRST_ID, sheets: { shadow: shadowSheets(), light: lightSheets(host.localName) } }
}
