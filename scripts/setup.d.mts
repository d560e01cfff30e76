export declare const root: string;
export declare function findBrowser(): Promise<string | null>;
