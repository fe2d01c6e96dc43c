import type { ReportType } from '../../../entities/reports.ts'
import type { PrintedReport } from '../../ports/reports.ts'
import type { MailAttachment, Ports } from '../../ports.ts'
import { reportHtml } from './report-html.ts'

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
