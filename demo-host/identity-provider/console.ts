import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '../server/html.ts'
import type { Dns } from './dns.ts'
import type { EncryptionCertificates } from './encryption-certificates.ts'
import { readForm, sendHtml } from './http.ts'
import { page } from './login-page.ts'

/** Values that an administrator of an application copies from here. */
interface ConsoleValues {
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

const dnsForm = (
  saved: string,
): string => `${saved && `<p role="status">Added a TXT record to ${escapeHtml(saved)}</p>`}
  <form method="post" action="/dns">
    <label>Domain <input name="domain" required></label>
    <label>TXT value <input name="value" required></label>
    <button class="go">Add record</button>
  </form>`

const encryptionForm = (result: string): string => `<h2>Encrypted SAML assertions</h2>
  ${result}
  <form method="post" action="/console/encryption">
    <label>Users at <input name="usersAt" required placeholder="company.com"></label>
    <label>Certificate of the application <textarea name="certificate" rows="4" required></textarea></label>
    <button class="go">Encrypt assertions</button>
  </form>`

const recordsTable = (dns: Dns): string => {
  const rows = dns.records().map(({ domain, value }) => `<p>${escapeHtml(domain)} TXT ${escapeHtml(value)}</p>`)
  return rows.join('') || '<p>There are no records.</p>'
}

const LINKS =
  '<p><a href="/dns">DNS of the company’s domains</a></p><p><a href="/directory">Directory: push users and groups by SCIM</a></p>'

interface ConsoleParts {
  dns: Dns
  encryption: EncryptionCertificates
}

/**
 * Creates the page with the settings of the application at the provider, and the company's DNS, for an administrator of
 * both.
 */
export const createConsole = (values: ConsoleValues, { dns, encryption }: ConsoleParts) => {
  const showDns = (response: ServerResponse, saved = '') =>
    sendHtml(
      response,
      page('DNS', `<h1>DNS of the company’s domains</h1>${dnsForm(saved)}<h2>Records</h2>${recordsTable(dns)}`),
    )
  const show = (response: ServerResponse, encrypted = '') =>
    sendHtml(
      response,
      page(
        'Application settings',
        `<h1>Application settings</h1>${valuesTable(values)}${encryptionForm(encrypted)}${LINKS}`,
      ),
    )
  const read = async (request: IncomingMessage, names: { domain: string; value: string }) => {
    const form = await readForm(request)
    const [domain, value] = [form.get(names.domain)?.trim().toLowerCase() ?? '', form.get(names.value)?.trim() ?? '']
    return { domain, value }
  }
  return {
    show: (response: ServerResponse) => show(response),
    showDns: (response: ServerResponse) => showDns(response),
    async addRecord(request: IncomingMessage, response: ServerResponse) {
      const { domain, value } = await read(request, { domain: 'domain', value: 'value' })
      dns.add(domain, value)
      showDns(response, domain)
    },
    async encryptAssertions(request: IncomingMessage, response: ServerResponse) {
      const { domain, value } = await read(request, { domain: 'usersAt', value: 'certificate' })
      const isAdded = encryption.add(domain, value)
      const encrypted = isAdded
        ? `<p role="status">Assertions about users at ${escapeHtml(domain)} are encrypted</p>`
        : '<p role="alert">Enter a certificate in PEM format</p>'
      show(response, encrypted)
    },
  }
}
