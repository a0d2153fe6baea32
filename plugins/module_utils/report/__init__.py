# SPDX-License-Identifier: GPL-3.0-or-later
"""From findings to what people read: a document, a short text, and a page with the topology drawn. Pure."""
