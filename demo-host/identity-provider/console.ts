import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '../server/html.ts'
import type { Dns } from './dns.ts'
import { readForm, sendHtml } from './http.ts'
import { page } from './login-page.ts'

/** What an administrator of an application copies from here. */
export interface ConsoleValues {
  metadataUrl: string
  issuer: string
  clientId: string
  clientSecret: string
}

const valuesTable = (values: ConsoleValues): string => {
  const rows: [string, string][] = [
    ['SAML metadata URL', values.metadataUrl],
    ['Issuer', values.issuer],
    ['Client ID', values.clientId],
    ['Client secret', values.clientSecret],
  ]
  const row = ([name, value]: [string, string]) =>
    `<label>${name} <input readonly value="${escapeHtml(value)}"></label>`
  return rows.map(row).join('')
}

const dnsForm = (saved: string): string => `<h2>DNS of the company’s domains</h2>
  ${saved && `<p role="status">Added a TXT record to ${escapeHtml(saved)}</p>`}
  <form method="post" action="/console/dns">
    <label>Domain <input name="domain" required></label>
    <label>TXT value <input name="value" required></label>
    <button class="go">Add record</button>
  </form>`

const DIRECTORY_LINK = '<p><a href="/console/directory">Directory: push users and groups by SCIM</a></p>'

/** The settings of the application here, and the company's DNS, as an administrator of both sees them. */
export const createConsole = (values: ConsoleValues, dns: Dns) => {
  const show = (response: ServerResponse, saved = '') =>
    sendHtml(
      response,
      page(
        'Application settings',
        `<h1>Application settings</h1>${valuesTable(values)}${dnsForm(saved)}${DIRECTORY_LINK}`,
      ),
    )
  return {
    show: (response: ServerResponse) => show(response),
    async addRecord(request: IncomingMessage, response: ServerResponse) {
      const form = await readForm(request)
      const domain = form.get('domain')?.trim().toLowerCase() ?? ''
      dns.add(domain, form.get('value')?.trim() ?? '')
      show(response, domain)
    },
  }
}
