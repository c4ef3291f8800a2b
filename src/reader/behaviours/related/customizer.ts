/** What the customizer's preview has on `window`; its pages carry a flag of ours, `{provider}rpcustomize`. */
export interface Customizer {
  (setting: string): { get(): unknown } | undefined;
  readonly selectiveRefresh?: {
    bind(event: string, hear: (placement: { readonly partial?: { readonly id: string } }) => void): void;
  };
}
