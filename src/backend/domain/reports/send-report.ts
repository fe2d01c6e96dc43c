import type { ReportType } from '../../../entities/reports.ts'
import type { Mail, Ports } from '../../ports.ts'
import { agreedRecipients, recipientLink } from '../delivery/channels/recipients.ts'
import { compose, linkTo } from '../mail/letter.ts'
import { shownName } from '../mail/shown-text.ts'
import { reportFile } from './report-file.ts'
import type { ReportFilters, ReportTemplate } from './templates.ts'

interface WantedReport {
  tenantId: string
  template: ReportTemplate
  filters: ReportFilters
  type: ReportType
}

/** Creates the emails of a report, with the report attached, for each recipient who agreed to receive emails. */
export const reportMails = async (ports: Ports, wanted: WantedReport, to: readonly string[]): Promise<Mail[]> => {
  const { tenantId, template, filters, type } = wanted
  const recipients = await agreedRecipients(ports, { tenantId, channel: 'email' }, to)
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
