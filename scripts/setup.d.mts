export declare const root: string;
export declare const CHROMIUM_ARGUMENTS: string[];
export declare const TEST_CHROMIUM_ARGUMENTS: string[];
export declare function findBrowser(): Promise<string | null>;
