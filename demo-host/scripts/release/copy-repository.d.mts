export declare const copyRepository: (from: string, to: string) => Promise<void>
