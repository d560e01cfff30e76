export function browserPackages(): string[];
