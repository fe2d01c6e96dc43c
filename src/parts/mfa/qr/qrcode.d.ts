declare module 'qrcode/lib/core/qrcode.js' {
  interface Modules {
    size: number
    get(row: number, column: number): number
  }
  export const create: (text: string, options: { errorCorrectionLevel: 'L' | 'M' | 'Q' | 'H' }) => { modules: Modules }
}
