# SPDX-License-Identifier: GPL-3.0-or-later
"""One port under incast as a fluid: senders with DCQCN, a queue that marks, ports that pause. Pure, needs NumPy."""
