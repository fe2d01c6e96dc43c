import type { PrintedReport } from '../../ports/reports.ts'
import type { Mail, MailAttachment, Ports } from '../../ports.ts'
import { recipientLink } from '../delivery/channels/recipient-links.ts'
import { agreedRecipients } from '../delivery/channels/recipients.ts'
import { compose, linkTo } from '../mail/letter.ts'
import { shownName } from '../mail/shown-name.ts'
import { fileNameOf } from './report-file.ts'
import { reportHtml } from './report-html.ts'
import type { ReportFilters, ReportTemplate } from './templates.ts'

interface WantedReport {
  tenantId: string
  template: ReportTemplate
  filters: ReportFilters
  type: 'html' | 'pdf'
}

const attachmentOf = async (
  ports: Ports,
  report: PrintedReport,
  type: WantedReport['type'],
): Promise<MailAttachment> => {
  if (type === 'pdf' && ports.printReport) {
    return {
      fileName: fileNameOf(report.title, 'pdf'),
      type: 'application/pdf',
      content: await ports.printReport(report),
    }
  }
  const content = new TextEncoder().encode(reportHtml(report))
  return { fileName: fileNameOf(report.title, 'html'), type: 'text/html', content }
}

/** The mails of a report, one for each recipient who agreed to get any, with the report attached. */
export const reportMails = async (ports: Ports, wanted: WantedReport, to: readonly string[]): Promise<Mail[]> => {
  const { tenantId, template, filters, type } = wanted
  const recipients = await agreedRecipients(ports, { tenantId, channel: 'email' }, to)
  if (recipients.length === 0) return []
  const stopUrls = await Promise.all(recipients.map((recipient) => recipientLink(ports, 'stop', recipient)))
  const report = await template.build(ports, { tenantId, filters })
  const tenant = await ports.store.tenants.get(tenantId)
  const attachments = [await attachmentOf(ports, report, type)]
  return recipients.map(({ target }, at) => ({
    ...compose({
      to: target,
      subject: `Report: ${report.title}`,
      reason: 'recipient',
      account: shownName(tenant?.name ?? ''),
      greeting: 'Hi,',
      paragraphs: [`The report “${report.title}” is attached. ${report.subtitle}.`],
      action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
      stopUrl: stopUrls[at] ?? '',
    }),
    attachments,
  }))
}
