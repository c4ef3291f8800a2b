import { Component } from 'react';
import type { ReactNode } from 'react';

interface BoundaryProps {
  readonly children: ReactNode;
  /** What stands there instead of a part that can't be shown. */
  readonly otherwise?: ReactNode;
  /** Told why. */
  readonly onFault?: (message: string) => void;
}

/** Around a part of a screen: where it fails, the rest stays as it is. */
export class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFault?.(error instanceof Error ? error.message : String(error));
  }

  override render() {
    return this.state.isBroken ? this.props.otherwise : this.props.children;
  }
}
