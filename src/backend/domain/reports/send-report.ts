import type { ReportType } from '../../../entities/reports.ts'
import type { PrintedReport, ReportTable } from '../../ports/reports.ts'
import type { Mail, MailAttachment, Ports } from '../../ports.ts'
import { confirmedRecipients, recipientLink } from '../delivery/channels/recipients.ts'
import { compose, linkTo } from '../mail/letter.ts'
import { escapeMarkup, shownName } from '../mail/shown-text.ts'
import type { ReportFilters, ReportTemplate } from './templates.ts'

const STYLE = `body{margin:32px;font:14px/1.5 system-ui,sans-serif;color:#1c2024;background:#fff}
h1{margin:0;font-size:22px}h2{margin:28px 0 8px;font-size:16px}p{margin:4px 0;color:#5b6068}
table{width:100%;border:0;border-collapse:collapse}th,td{padding:6px 8px;border:0;border-bottom:1px solid #dfe2e7;text-align:start;overflow-wrap:anywhere}td:nth-child(2):last-child{white-space:nowrap}
@media (max-width:600px){body{margin:20px}table:has(th){min-width:560px}}`

const cells = (tag: 'td' | 'th', texts: readonly string[]): string =>
  texts.map((text) => `<${tag}>${escapeMarkup(text)}</${tag}>`).join('')

/** Returns a table as HTML. Its attributes keep it legible if the page's policy blocks the style. */
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table border="1" cellpadding="6" cellspacing="0">${head.length ? `<thead><tr>${cells('th', head)}</tr></thead>` : ''}<tbody>${rows
    .map((row) => `<tr>${cells('td', row)}</tr>`)
    .join('')}</tbody></table>`

const section = ({ title, columns, rows, empty }: ReportTable): string =>
  `<h2>${escapeMarkup(title)}</h2>${rows.length ? table(columns, rows) : `<p>${escapeMarkup(empty)}</p>`}`

/** Returns a whole document without scripts, images, or links. */
export const reportHtml = ({ title, subtitle, facts, tables }: PrintedReport): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeMarkup(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(subtitle)}</p>${table([], facts)}${tables.map(section).join('')}</body></html>
`

const ENDINGS: Readonly<Record<ReportType, string>> = { html: 'html', pdf: 'pdf', image: 'svg' }
const MEDIA_TYPES: Readonly<Record<ReportType, string>> = {
  html: 'text/html',
  pdf: 'application/pdf',
  image: 'image/svg+xml',
}

/** Returns a file name that is safe in headers, such as `Sign-ins.pdf`. */
const fileNameOf = (name: string, type: ReportType): string =>
  `${
    name
      .replace(/\.(?:html|pdf|image|svg)$/, '')
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(0, 80) || 'report'
  }.${ENDINGS[type]}`

/** Returns a report as a file, or `undefined` if no port can print this format, as in the browser. */
export const reportFile = async (
  { printReport, drawReport }: Pick<Ports, 'printReport' | 'drawReport'>,
  report: PrintedReport,
  { type, name = report.title }: { type: ReportType; name?: string | undefined },
): Promise<MailAttachment | undefined> => {
  const print = { html: async () => new TextEncoder().encode(reportHtml(report)), pdf: printReport, image: drawReport }
  const content = await print[type]?.(report)
  return content && { fileName: fileNameOf(name, type), type: MEDIA_TYPES[type], content }
}

interface WantedReport {
  tenantId: string
  template: ReportTemplate
  filters: ReportFilters
  type: ReportType
}

/** Creates the emails of a report, with the report attached, for each recipient who agreed to receive emails. */
export const reportMails = async (ports: Ports, wanted: WantedReport, to: readonly string[]): Promise<Mail[]> => {
  const { tenantId, template, filters, type } = wanted
  const recipients = await confirmedRecipients(ports, { tenantId, channel: 'email' }, to)
  if (recipients.length === 0) return []
  const stopUrls = await Promise.all(recipients.map((recipient) => recipientLink(ports, 'stop', recipient)))
  const report = await template.build(ports, { tenantId, filters })
  const tenant = await ports.store.tenants.get(tenantId)
  const attached = (await reportFile(ports, report, { type })) ?? (await reportFile(ports, report, { type: 'html' }))
  return recipients.map(({ target }, at) => ({
    ...compose({
      to: { email: target, name: '' },
      subject: `Report: ${report.title}`,
      reason: 'recipient',
      account: shownName(tenant?.name ?? ''),
      paragraphs: [`The report “${report.title}” is attached. ${report.subtitle}.`],
      action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
      stopUrl: stopUrls[at] ?? '',
    }),
    attachments: attached ? [attached] : [],
  }))
}
