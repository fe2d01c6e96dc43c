/** Header-safe, such as `Sign-ins.pdf`. */
export const fileNameOf = (name: string, type: 'html' | 'pdf'): string =>
  `${
    name
      .replace(/\.(?:html|pdf)$/, '')
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(0, 80) || 'report'
  }.${type}`
